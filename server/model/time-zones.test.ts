import { expect, test } from 'vitest'
import { timeZones } from './time-zones'

test.each(['UTC', 'Europe/Stockholm', 'Asia/Kolkata', 'Etc/GMT+5', 'US/Eastern'])('%s is kept', (own) => {
  const choices = timeZones(own)
  expect(choices.filter((zone) => zone === own)).toHaveLength(1)
  expect(choices).toEqual([...choices].sort())
})
