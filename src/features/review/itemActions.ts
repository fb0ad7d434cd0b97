/** What a person can do about an item, by keys or by buttons. */
export interface ItemActions {
  /** A digit, a decimal point or a minus sign. */
  type: (key: string) => void
  chooseDigit: (step: 1 | -1) => void
  turnDigit: (step: 1 | -1) => void
  shorten: () => void
  decide: () => void
  /** Shows the next or previous item without a decision. */
  move: (step: 1 | -1) => void
  defer: () => void
  showPhoto: () => void
  /** 撮り直しを依頼 */
  askRetake: () => void
}
