import { useState, useSyncExternalStore } from 'react'
import type { Size } from './geometry.ts'
import { createStage, type Stage } from './stage.ts'
import type { StageView } from './viewport.ts'

/** One stage per picture; same object while zooming and panning. */
export const useStage = (picture: Size | null = null): Stage => useState(() => createStage(picture))[0]

/** Re-renders on each zoom and pan. */
export const useStageView = (stage: Stage): StageView => useSyncExternalStore(stage.subscribe, stage.view)
