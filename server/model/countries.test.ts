import { iso31661Alpha2ToAlpha3 } from 'iso-3166'
import { expect, test } from 'vitest'
import { countryCodes } from './countries'

test('the countries are those of ISO 3166', () => {
  expect(countryCodes.toSorted()).toEqual(Object.keys(iso31661Alpha2ToAlpha3).toSorted())
})
