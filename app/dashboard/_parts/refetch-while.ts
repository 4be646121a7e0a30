/** Query options that read data again every `everyMs` milliseconds until it is final. */
export const refetchWhile = <T>(isOpen: (data: T) => boolean, everyMs = 2000) => ({
  refetchInterval: ({ state: { data } }: { state: { data: T | undefined } }) =>
    data !== undefined && isOpen(data) ? everyMs : (false as const),
})
