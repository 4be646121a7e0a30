import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { days } from '@/server/core/clock'
import { schedule } from '@/server/worker/schedule'

const rules = new Map(
  [...readFileSync('docs/operation/alerts.yml', 'utf8').matchAll(/- alert: (\w+)\n +expr: (.+)/g)].map(
    ([, name = '', expression = '']) => [name, expression],
  ),
)
const ruleOf = (name: string) => rules.get(name) ?? expect.fail(`no rule ${name}`)

test('a job that is attempted once in its period is reported if it has failed and not succeeded for longer', () => {
  const daily = Object.entries(schedule)
    .filter(([, { every }]) => every === days(1))
    .map(([task]) => task)
  const failing = (selected: string, span: string) => {
    const count = (labels: string) =>
      `sum by (task) (increase(kassa_job_duration_seconds_count{${labels}}[${span}])) > 0`
    return `${count(`outcome="failed",${selected}`)} unless ${count('outcome="done"')}`
  }
  const tasks = `"${daily.join('|')}"`
  expect(ruleOf('KassaHourlyJobFails')).toBe(failing(`task!~${tasks}`, '3h'))
  expect(ruleOf('KassaDailyJobFails')).toBe(failing(`task=~${tasks}`, '2d'))
})

test('each alert says what to do', () => {
  const document = readFileSync('docs/operation.md', 'utf8')
  expect([...rules.keys()].filter((name) => !new RegExp(`^\\|.*\\b${name}\\b`, 'm').test(document))).toEqual(
    [],
  )
})
