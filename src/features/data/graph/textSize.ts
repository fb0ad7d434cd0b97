interface TextSize {
  /** Of one line, in px. */
  height: number
  /** In px; of bold text, to be on the safe side. */
  width: (text: string) => number
}

/** How large a chart’s text is: it follows the text size that a person has set. */
export function textSize(): TextSize {
  const size = 0.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `700 ${size}px ${getComputedStyle(document.body).fontFamily}`
  return { height: size * 1.35, width: (text) => context?.measureText(text).width ?? text.length * size }
}
