/** 注意 and 警報, the worse one last. */
export const levels = ['warning', 'alarm'] as const
export type Level = (typeof levels)[number]

export const levelLabel = { warning: '注意', alarm: '警報' } as const satisfies Record<Level, string>
