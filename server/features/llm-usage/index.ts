export { judge, type Verdict } from './judge.ts'
export { type AskedMeter, systemPrompt, userPrompt } from './prompt.ts'
export { addLog, changeLogReason } from './repository.ts'
