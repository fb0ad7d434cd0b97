const path = /^\/capture-meter-value\/(\d{1,9})$/

/** The meter that a code leads to; null: a code of something else, or of another place. */
export function meterIdIn(text: string, origin: string): number | null {
  const address = URL.parse(text)
  const id = address?.origin === origin ? path.exec(address.pathname)?.[1] : undefined
  return id === undefined ? null : Number(id)
}
