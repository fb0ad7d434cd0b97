import { createContext } from 'react'

/** Where a screen of a phone shows a line of its own in the header, in place of the role; null elsewhere. */
export const HeaderLine = createContext<HTMLElement | null>(null)
