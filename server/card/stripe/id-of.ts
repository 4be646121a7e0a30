/** Returns the id of an object at Stripe, which a response has as a whole or only refers to. */
export const idOf = (object: string | { id: string }): string =>
  typeof object === 'string' ? object : object.id
