import { expect, test } from 'vitest'
import { similarInWords } from './similar-in-words'

test.each([
  [{ paying: 0, all: 1, isMore: false }, 'There is another payment of 10 kr within a day.'],
  [{ paying: 0, all: 3, isMore: false }, 'There are 3 other payments of 10 kr within a day.'],
  [{ paying: 0, all: 5, isMore: true }, 'There are more than 5 other payments of 10 kr within a day.'],
  [
    { paying: 1, all: 1, isMore: false },
    'The customer may have paid twice: there is another payment of 10 kr within a day.',
  ],
  [
    { paying: 3, all: 3, isMore: false },
    'The customer may have paid twice: there are 3 other payments of 10 kr within a day.',
  ],
  [
    { paying: 1, all: 3, isMore: false },
    'The customer may have paid twice: there are 3 other payments of 10 kr within a day, 1 of them still paid or due.',
  ],
  [
    { paying: 2, all: 5, isMore: true },
    'The customer may have paid twice: there are more than 5 other payments of 10 kr within a day.',
  ],
])('%o: %s', (others, sentence) => {
  expect(similarInWords(others, '10 kr')).toBe(sentence)
})
