import CPlatform

/// The integers that the threads and the signal handlers of the process share; each begins as 0.
///
/// They are in static memory, so that a signal handler may use them at any time: nothing is allocated, and nothing is initialized
/// at the first use. `Atomic` of Synchronization needs macOS 15 and iOS 18.
enum SharedWord: Int32 {
  /// The address of the terminal's old modes; 0 while those are in effect.
  case oldModes
  /// The address of the bytes that end the screen.
  case screenEnd
  /// The address of the signals' old actions, by signal number; 0 before the signals are handled.
  case oldActions
  /// The signal that asked a process with a screen to end; 0 for none.
  case endingSignal
  /// Whether the size of the terminal changed, and whether the process was asked to stop, or was continued.
  case hasNewSize, isStopped, isContinued
  /// The signal that interrupts a long command; 0 for none.
  case interrupt
  /// Whether a COMMIT has begun and not failed.
  case isSaving
  /// The signal received while an edit was being saved; 0 for none.
  case heldSignal
  /// The address of the text that an interrupt writes before it ends the process, and the exit code; the address is 0 before
  /// `endOnInterrupt(saying:with:)`.
  case farewellText, farewellStatus
  /// The same for SIGALRM.
  case alarmText, alarmStatus
  /// The process to which signals that ask this one to stop are passed on; 0 for none.
  case deputy
  /// The last signal to pass on, in case the deputy has only just been started; 0 for none.
  case signalToPass

  func load() -> Int { cplatform_load(rawValue) }

  func store(_ value: Int) { cplatform_store(rawValue, value) }

  func exchange(_ value: Int) -> Int { cplatform_exchange(rawValue, value) }

  /// The integer as the number of a signal or a process, or as an exit code.
  var number: Int32 {
    get { Int32(truncatingIfNeeded: load()) }
    nonmutating set { store(Int(newValue)) }
  }

  /// The integer as a flag.
  var isSet: Bool {
    get { load() != 0 }
    nonmutating set { store(newValue ? 1 : 0) }
  }

  /// Clears a flag, and returns whether it was set.
  func take() -> Bool { exchange(0) != 0 }
}
