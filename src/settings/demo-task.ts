/** What "Try the demo" puts into the composer: a task that the scripted demo model knows how to plan and carry out. */
export const DEMO_TASK =
  'Plan a three-day trip to Lisbon: write the itinerary and a packing list as files, then tell me what you made.'
