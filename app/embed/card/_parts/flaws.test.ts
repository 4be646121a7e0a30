import { expect, test } from 'vitest'
import { flawsIn, monthIn } from './flaws'

test.each([
  [['4111 1111 1111 1111', '12/30', '987'], []],
  [['3782 822463 10005', '4/30', '9876'], []],
  [['3782 822463 10005', '04/30', '987'], ['csc']],
  [['4111 1111 1111 1111', '12/30', '9876'], ['csc']],
  [
    ['4111 1111', '13/30', '98x'],
    ['number', 'expires', 'csc'],
  ],
  [
    ['', '', ''],
    ['number', 'expires', 'csc'],
  ],
])('%j has the problems %j', ([number = '', expires = '', csc = ''], wrong) => {
  expect(flawsIn({ number, expires, csc })).toEqual(wrong)
})

test.each([
  ['12/30', [12, 30]],
  ['4/30', [4, 30]],
  ['04 / 2030', [4, 30]],
  ['0430', [4, 30]],
  ['00/30', undefined],
  ['13/30', undefined],
  ['12/', undefined],
  ['', undefined],
])('reads %j as the month %j', (text, month) => {
  expect(monthIn(text)).toEqual(month)
})
