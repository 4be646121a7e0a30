import { supervise } from './supervise'

void supervise({ development: process.argv.includes('--dev') })
