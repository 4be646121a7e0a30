import { expect, test } from 'vitest'
import { Flights, limits } from './flights'

const due = (...names: string[]) => names.map((name) => address(name))
/** `a/1` is address 1 of merchant a. */
const address = (name: string) => ({
  merchantId: name.split('/')[0] ?? '',
  url: name,
  due: true,
  again: false,
})
const roomsOf = (flights: Flights, ...names: string[]) =>
  Object.fromEntries(flights.allot(due(...names)).map(({ url, room }) => [url, room]))

test('an address gets a few places, minus those it already uses', () => {
  const flights = new Flights()
  expect(roomsOf(flights, 'a/1')).toEqual({ 'a/1': limits.address })
  flights.begin(address('a/1'))
  expect(roomsOf(flights, 'a/1', 'b/1')).toEqual({ 'a/1': limits.address - 1, 'b/1': limits.address })
  flights.end(address('a/1'))
  expect(roomsOf(flights, 'a/1')).toEqual({ 'a/1': limits.address })
  expect(flights.allot([{ ...address('a/1'), due: false }])).toEqual([])
})

test("the addresses of one merchant share the merchant's limit", () => {
  const many = Array.from({ length: 20 }, (_, index) => `a/${index}`)
  const rooms = roomsOf(new Flights(), ...many, 'b/1')
  expect(Object.values(rooms).reduce((sum, room) => sum + room, 0)).toBe(limits.merchant + limits.address)
  expect(rooms['b/1']).toBe(limits.address)
})

test('addresses with nothing running come before those with something running', () => {
  const flights = new Flights()
  for (const name of ['a/1', 'a/2', 'a/3', 'a/4'])
    for (let count = 0; count < limits.address; count += 1) flights.begin(address(name))
  flights.end(address('a/1'))
  expect(roomsOf(flights, 'a/1', 'a/2', 'a/3', 'a/4', 'a/5')).toEqual({ 'a/5': 1 })
})

test('if many addresses of a merchant are slow, another address still gets a place immediately', () => {
  const flights = new Flights()
  const slow = Array.from({ length: 9 }, (_, index) => `a/${index}`)
  for (const { merchantId, url, room } of flights.allot(due(...slow)))
    for (let count = 0; count < room; count += 1) flights.begin({ merchantId, url })
  expect(roomsOf(flights, ...slow, 'a/9')).toEqual({ 'a/9': 1 })
})

test('if a host of a merchant is slow at many addresses, another host still gets a place immediately', () => {
  const flights = new Flights()
  const slow = Array.from({ length: 100 }, (_, index) => `http://slow.example/order/${index}`)
  const allotted = flights.allot(slow.map((url) => ({ ...address('a'), url })))
  for (const { merchantId, url, room } of allotted)
    for (let count = 0; count < room; count += 1) flights.begin({ merchantId, url })
  expect(flights.room).toBe(limits.all - limits.host)
  const healthy = { ...address('a'), url: 'http://sound.example/' }
  const more = flights.allot([...slow.map((url) => ({ ...address('a'), url })), healthy])
  expect(more).toEqual([{ merchantId: 'a', url: healthy.url, room: limits.address }])
})

test('addresses that have failed come after those that have not', () => {
  const failed = Array.from({ length: 20 }, (_, index) => ({ ...address(`a/${index}`), again: true }))
  const rooms = new Flights().allot([...failed, address('a/new')])
  expect(rooms[0]).toMatchObject({ url: 'a/new' })
})

test('a merchant with nothing running always gets a place, however many others are slow', () => {
  const flights = new Flights()
  const slow = Array.from({ length: 30 }, (_, index) => `m${index}/1`)
  for (const { merchantId, url, room } of flights.allot(due(...slow)))
    for (let count = 0; count < room; count += 1) flights.begin({ merchantId, url })
  expect(flights.room).toBe(limits.kept.all)
  expect(roomsOf(flights, ...slow, 'new/1')).toEqual({ 'new/1': 1 })
})

/** Fills all places with attempts of four merchants, each at 16 hosts. */
function crowded(): Flights {
  const flights = new Flights()
  for (const merchantId of ['a', 'b', 'c', 'd'])
    for (let host = 0; host < limits.merchant; host += 1) flights.begin(address(`${merchantId}/${host}`))
  expect(flights.room).toBe(0)
  return flights
}

test('merchants with many slow hosts leave a free place to a merchant with nothing running', () => {
  const flights = crowded()
  flights.end(address('a/0'))
  expect(roomsOf(flights, 'a/new', 'z/1')).toEqual({ 'z/1': 1 })
})

test('places that are not reserved go to the merchant with the fewest first', () => {
  const flights = crowded()
  flights.begin(address('z/1'))
  for (let host = 0; host < limits.merchant; host += 1) flights.end(address(`a/${host}`))
  for (let host = 0; host < 2; host += 1) flights.end(address(`b/${host}`))
  expect(flights.room).toBe(limits.kept.all + 1)
  expect(roomsOf(flights, 'b/new', 'z/1')).toEqual({ 'z/1': 1 })
})

test('merchants with nothing running take turns', () => {
  const flights = crowded()
  for (const name of ['a/0', 'a/1']) flights.end(address(name))
  flights.begin(address('e/1'))
  flights.begin(address('f/1'))
  flights.end(address('e/1'))
  expect(roomsOf(flights, 'e/2', 'z/1')).toEqual({ 'z/1': 1 })
})
