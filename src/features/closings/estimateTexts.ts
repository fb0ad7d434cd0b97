import type { EstimateBasis } from '../../../contract/usage/estimates.ts'

export const basisNames: Record<EstimateBasis, string> = {
  last_year: '前年同月の1日あたり',
  previous: '前月の1日あたり',
  mean: '前3か月の平均の1日あたり',
  typed: '指示値を入力',
}
