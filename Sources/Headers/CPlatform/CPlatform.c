#include "CPlatform.h"

_Atomic(long) cplatform_words[16];
