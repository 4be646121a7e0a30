/** The published test card numbers, by what the card does. Kassa accepts no other card numbers. */
export const testNumbers = {
  accepted: [
    '4111111111111111',
    '4242424242424242',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '3056930009020004',
    '3566002020360505',
    '6200000000000005',
  ],
  'card declined': ['4000000000000002'],
  'insufficient funds': ['4000000000009995'],
  'card lost or stolen': ['4000000000009987', '4000000000009979'],
  'card expired': ['4000000000000069'],
  'invalid csc': ['4000000000000127'],
  'acquirer error': ['4000000000000119'],
  'suspected fraud': ['4100000000000019'],
  'declined once stored': ['4000000000000341'],
  verified: ['4000002760003184'],
  'verified, insufficient funds': ['4000008260003178'],
  'verified, declined': ['4000008400001629'],
  'refund fails': ['4000000000005126'],
  'amount decides': ['2221000000000009', '4200000000000000', '5555550000004444'],
} as const

const all: ReadonlySet<string> = new Set(Object.values(testNumbers).flat())

export const isTestNumber = (pan: string): boolean => all.has(pan)
