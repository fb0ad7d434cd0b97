import { expect, test } from 'vitest'
import { inProcessorTime } from './processorTime.ts'

const main = { pid: 1, tid: 10 }
const task = (ts: number, dur: number, tdur: number) => ({
  name: 'RunTask',
  ph: 'X',
  ...main,
  ts,
  dur,
  tdur,
})

test('a task lasts as long as it was worked on, and what happened in it moves together', () => {
  const script = { name: 'EvaluateScript', ph: 'X', ...main, ts: 1020, dur: 40, tdur: 10 }
  const mark = { name: 'firstPaint', ph: 'I', ...main, ts: 1080 }
  const inner = { ...task(1060, 20, 20), name: 'RunTask' }
  expect(inProcessorTime([task(1000, 100, 25), script, inner, mark])).toEqual([
    { ...task(1000, 25, 25) },
    { ...script, ts: 1005, dur: 10 },
    { ...inner, ts: 1015, dur: 5 },
    { ...mark, ts: 1020 },
  ])
})

test('what lies between tasks, and on other threads, stays where it is', () => {
  const between = { name: 'firstPaint', ph: 'I', ...main, ts: 1100 }
  const elsewhere = { name: 'Raster', ph: 'X', pid: 1, tid: 11, ts: 1010, dur: 50, tdur: 5 }
  const untimed = { name: 'RunTask', ph: 'X', ...main, ts: 1200, dur: 80 }
  const events = [task(1000, 100, 100), between, elsewhere, untimed]
  expect(inProcessorTime(events)).toEqual(events)
})
