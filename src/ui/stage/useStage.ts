import { useState, useSyncExternalStore } from 'react'
import type { Size } from './geometry.ts'
import { createStage, type Stage } from './stage.ts'
import type { View } from './viewport.ts'

/** The stage of one picture; another picture takes another one. It stays the same object while the picture moves. */
export const useStage = (picture: Size | null = null): Stage => useState(() => createStage(picture))[0]

/** What is seen; draws anew with every step of zoom and pan. */
export const useView = (stage: Stage): View => useSyncExternalStore(stage.subscribe, stage.view)
