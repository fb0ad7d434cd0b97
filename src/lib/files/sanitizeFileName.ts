/** Makes a name valid in file names on all systems. */
export const sanitizeFileName = (name: string): string => name.replace(/[\\/:*?"<>|\s]/g, '-')
