/** Seconds as a clock shows them: "0:07", "1:02:03". */
export function playTime(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
