export { judge, type Verdict } from './judge.ts'
export { type AskedMeter, systemPrompt, userPrompt } from './prompt.ts'
export { addLog } from './repository.ts'
