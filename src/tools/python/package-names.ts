/** Where packages of Python come from; the only host. */
const PACKAGE_HOST = 'https://cdn.jsdelivr.net'
/** Fits the Python that comes with the app. A test compares them. */
export const PACKAGE_BASE = `${PACKAGE_HOST}/pyodide/v314.0.7/full/`
/** What loading packages needs the person's word for, once. */
export const PACKAGE_GRANT = `packages:${PACKAGE_HOST}`

/**
 * Packages that code may import without naming them, each with the module that is imported where that has another name. The rest of the
 * host's list can be named in `packages`. A test compares this with the list.
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

/** Packages that this code imports, as far as they are known; each once. A module of the workspace with such a name comes first when it runs. */
export function packagesIn(code: string): string[] {
  const found = new Set<string>()
  for (const [, several, one] of code.matchAll(IMPORT)) {
    const names = one === undefined ? (several ?? '').slice(0, LONGEST_LINE).split(',') : [one]
    for (const name of names) {
      const known = BY_MODULE.get(name.trim().split(/[.\s]/)[0] ?? '')
      if (known !== undefined) found.add(known)
    }
  }
  return [...found]
}
