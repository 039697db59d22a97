/** The model gets this as the result of a call that the recording has no result for. */
export const NOT_RECORDED =
  'This run is answered from a recording, which has no such call, so nothing was done. Go on without it, or make a call that the recording has.'
export const NO_RECORDING =
  'This run is answered from a recording that is not here any more, so nothing was done. Go on without it.'
