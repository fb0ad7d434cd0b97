export const choicesOf = (names: Record<number, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** As filters of a list: ids are positive. */
export const optionsOf = (names: Record<number, string>) =>
  Object.entries(names).map(([value, name]) => ({ id: Number(value) + 1, name }))

export const llmStatusNames = { success: '成功', error: 'エラー' } as const

export const noPlans = (failed: boolean): string => (failed ? 'プランを読み込めませんでした' : '該当なし')
