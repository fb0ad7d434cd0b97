import { useState, useSyncExternalStore } from 'react'
import { createStage, type Stage } from './stage.ts'
import type { Size } from './stageGeometry.ts'
import type { StageView } from './stageViewport.ts'

/** One stage per picture; same object while zooming and panning. */
export const useStage = (picture: Size | null = null): Stage => useState(() => createStage(picture))[0]

/** Re-renders on each zoom and pan. */
export const useStageView = (stage: Stage): StageView => useSyncExternalStore(stage.subscribe, stage.view)
