export { judgeByRules } from './judge-readings.ts'
