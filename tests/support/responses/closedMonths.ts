/** The server's refusal of a change with which September, closed with 331, would be 313. */
export const refusedForClosedMonths = () =>
  Response.json(
    {
      success: false,
      code: 'closed_months_change',
      messages: [],
      request_id: 'r1',
      issues: [{ path: '2026-09', message: '2026年9月分 331 MPa → 313 MPa（冷却水圧力）' }],
    },
    { status: 409 },
  )
