import { setMaxListeners } from 'node:events'

/**
 * An abort controller whose signal many may listen to. Node takes more than ten listeners for a leak and warns; here
 * each source, informer and request has one for as long as it lasts.
 */
export function newSharedAbort(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/** A signal that aborts with another, for many listeners: the other gets one, however many there are. */
export function shareSignal(signal: AbortSignal): AbortSignal {
  const controller = newSharedAbort()
  const abort = (): void => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
