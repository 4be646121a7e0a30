import { expect, test } from 'vitest'
import { changeOf } from './change'

const number = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-GB', options).format(value)
const net = (now: number, before: number) => changeOf(now, before, { more: 'good', number })

test('a change is a share of the earlier figure, or a multiple of it', () => {
  expect(net(150, 100)).toEqual({ words: '+50%', direction: 'up', isGood: true })
  expect(net(2000, 100)).toEqual({ words: '× 20', direction: 'up', isGood: true })
  expect(net(100, 100)).toEqual({ words: 'no change', direction: 'same' })
  expect(net(100, 0)).toBeUndefined()
})

test('more refunds than charges have no share or multiple', () => {
  expect(net(50_000, -1000)).toEqual({ words: 'up', direction: 'up', isGood: true })
  expect(net(-50_000, 1000)).toEqual({ words: 'down', direction: 'down', isGood: false })
  expect(net(-100, -5000)).toEqual({ words: 'up', direction: 'up', isGood: true })
})
