/** Apart from the queries, so that the live updates of each screen do not load them. */
export const closingKeys = {
  all: ['closings'] as const,
  cycles: ['closings', 'cycles'] as const,
  /** Boards and closed months. */
  months: ['closings', 'months'] as const,
  /** 按分: rules and what they allocate. */
  allocations: ['closings', 'allocations'] as const,
}
