import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each unit of systemd has a port for metrics that its EnvironmentFile cannot replace', () => {
  const ports = ['web', 'worker'].map((kind) => {
    const unit = readFileSync(`docs/operation/kassa-${kind}.service`, 'utf8')
    return /^ExecStart=\/usr\/bin\/env METRICS_PORT=(\d+) \/usr\/bin\/npm run --silent (\w+)$/m
      .exec(unit)
      ?.slice(1)
  })
  expect(ports).toEqual([
    ['9464', 'web'],
    ['9465', 'worker'],
  ])
})
