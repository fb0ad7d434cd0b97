/**
 * The largest picture that is accepted and decoded: width times height, before any reduction. More than any phone takes;
 * a larger picture is likely an attack, because a few kilobytes can claim billions of pixels.
 */
export const maxPixels = 100_000_000
