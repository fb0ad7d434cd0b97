/** The part of opentype.js 2 that lettering.ts uses; the package has no types. */
declare module 'opentype.js' {
  /** M and L have x, y; Q also x1, y1; C also x2, y2; Z none. */
  export interface Command {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z'
    x?: number
    y?: number
    x1?: number
    y1?: number
    x2?: number
    y2?: number
  }
  export interface Path {
    commands: Command[]
  }
  export interface Glyph {
    index: number
    advanceWidth: number
    getPath(x: number, y: number, size: number): Path
  }
  export interface Font {
    unitsPerEm: number
    charToGlyph(character: string): Glyph
  }
  const opentype: { parse(buffer: ArrayBuffer): Font }
  export default opentype
}
