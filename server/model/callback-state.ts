/** `failing`: attempted without success, and will be attempted again. `waiting`: not attempted yet. */
export const callbackStates = ['failing', 'waiting', 'delivered', 'failed'] as const
export type CallbackState = (typeof callbackStates)[number]

/** Returns the state of a callback as lists, filters and commands name it. */
export const callbackState = ({
  status,
  attempts,
}: {
  status: Exclude<CallbackState, 'failing'>
  attempts: number
}): CallbackState => (status === 'waiting' && attempts > 0 ? 'failing' : status)
