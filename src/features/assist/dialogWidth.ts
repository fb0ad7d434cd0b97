export const dialogWidth = 'min(96vw, 1280px)'
