#include "CPlatform.h"

_Atomic(long) cplatform_words[16];

_Thread_local const char *cplatform_callers_zone;
