/** For how many days a response is kept for repetitions of its request. The request can be repeated until then. */
export const keptForDays = 7
