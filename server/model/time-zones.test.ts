import { expect, test } from 'vitest'
import { timeZones } from './time-zones'

test.each(['UTC', 'Europe/Stockholm', 'Asia/Kolkata', 'Etc/GMT+5', 'US/Eastern'])('includes %s', (own) => {
  const choices = timeZones(own)
  expect(choices.filter((zone) => zone === own)).toHaveLength(1)
  expect(choices).toEqual([...choices].sort())
})
