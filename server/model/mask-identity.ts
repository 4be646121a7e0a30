/** An identity number, masked except for its last four characters. */
export const maskedIdentity = (number: string): string => `••••${number.length > 4 ? number.slice(-4) : ''}`
