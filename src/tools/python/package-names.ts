/** The only host of Python packages. */
const PACKAGE_HOST = 'https://cdn.jsdelivr.net'
/** Must match the Python version that comes with the app. A test compares them. */
export const PACKAGE_BASE = `${PACKAGE_HOST}/pyodide/v314.0.7/full/`
/** The grant for loading packages, asked for once. */
export const PACKAGE_GRANT = `packages:${PACKAGE_HOST}`

/**
 * Packages that code may import without listing them, with the module name if it differs. Other packages of the host
 * can be listed in `packages`. A test compares this with the host's list.
 */
const KNOWN =
  'numpy pandas matplotlib matplotlib=mpl_toolkits matplotlib=pylab scipy pillow=PIL scikit-learn=sklearn statsmodels sympy networkx ' +
  'polars pyarrow duckdb python-calamine=python_calamine xlrd lxml beautifulsoup4=bs4 html5lib pyyaml=yaml regex python-dateutil=dateutil pytz tzdata ' +
  'scikit-image=skimage opencv-python=cv2 shapely geopandas pyproj altair bokeh jinja2 markupsafe nltk jsonschema attrs=attr attrs ' +
  'pydantic msgpack lz4 zstandard brotli cryptography xarray h5py sortedcontainers tqdm more-itertools=more_itertools mpmath patsy ' +
  'joblib threadpoolctl cycler kiwisolver fonttools=fontTools packaging pyparsing contourpy imageio pywavelets=pywt wordcloud ' +
  'sqlalchemy toolz bitarray rich pygments simplejson ujson docutils uncertainties cvxpy-base=cvxpy lightgbm xgboost'

const BY_MODULE: ReadonlyMap<string, string> = new Map(
  KNOWN.split(' ').map((entry) => {
    const [name = '', module = name] = entry.split('=')
    return [module, name]
  }),
)

/** The module that a known package is imported as, for tests. */
export const knownModules = (): ReadonlyMap<string, string> => BY_MODULE

const IMPORT = /^[ \t]*(?:import[ \t]+([^\n#]+)|from[ \t]+([\w.]+)[ \t]+import\b)/gm
const LONGEST_LINE = 2000

/** Modules that this code imports, by full dotted names, each once. */
export function modulesIn(code: string): string[] {
  const found = new Set<string>()
  for (const [, several, one] of code.matchAll(IMPORT)) {
    const names = one === undefined ? (several ?? '').slice(0, LONGEST_LINE).split(',') : [one]
    for (const name of names) {
      const module = /^[\w.]+/.exec(name.trim())?.[0]
      if (module !== undefined) found.add(module)
    }
  }
  return [...found]
}

/**
 * Known packages that this code imports, each once. `own`: workspace modules. If they are not given, a workspace module
 * of the same name still takes precedence at run time.
 */
export function packagesIn(code: string, own: ReadonlySet<string> = new Set()): string[] {
  const found = new Set<string>()
  for (const module of modulesIn(code)) {
    const top = module.split('.')[0] ?? ''
    const known = own.has(top) ? undefined : BY_MODULE.get(top)
    if (known !== undefined) found.add(known)
  }
  return [...found]
}
