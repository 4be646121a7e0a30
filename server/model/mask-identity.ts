/** An identity number as it is shown where it need not be read: only its last four characters. */
export const maskedIdentity = (number: string): string => `••••${number.length > 4 ? number.slice(-4) : ''}`
