/** The origin of what a user creates with one press: a press that is sent twice creates it once. */
export const userOrigin = (userId: string, ...press: readonly string[]): string =>
  ['user', userId, ...press].join(':')
