import type { Access } from '../../../contract/access.ts'

export const readers = ['inspector', 'supervisor', 'office'] as const

/** For whom a topic is written. */
export type Reader = (typeof readers)[number]

export const readerNames: Record<Reader, string> = {
  inspector: '点検する人',
  supervisor: '監督する人',
  office: '事務の人',
}

/** Sizes of the photographed screens, px. */
export const pictureSizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const

/** A photographed screen in `public/help`, which `npm run help` writes. */
export interface HelpPicture {
  name: string
  size: keyof typeof pictureSizes
  /** What it shows, also where it cannot be loaded. */
  alt: string
}

/** What people do with one task. Labels of the product are in 「」, as they are on the screens. */
export interface HelpTopic {
  /** In the address. */
  id: string
  title: string
  /** What it is for, in one sentence. */
  purpose: string
  /** Words by which the search finds it as well. */
  words: string
  steps: readonly string[]
  pictures: readonly HelpPicture[]
  /** What to do where it does not work. */
  troubles: readonly { problem: string; remedy: string }[]
  /** Where it is done. */
  screens: readonly { to: string; label: string; access?: Access }[]
  related: readonly string[]
}
