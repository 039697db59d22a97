/**
 * Python's side of a run, evaluated once before any untrusted code. It shows values as a notebook does. The thread
 * calls `harness_run`.
 */
export const HARNESS = `
import ast, asyncio, builtins, importlib.abc, importlib.machinery, importlib.util, io, json, linecache, os, sys, traceback, warnings

def _setup(picture, printed, limits):
    WORK = '/work'
    FILE = 'code.py'
    typed = builtins.input
    closed = {
        'js': 'Python has no way to the page here. Work with files of the workspace and with the standard library.',
        'pyodide_js': 'Python has no way to the page here.',
        'pyodide': 'Pyodide itself cannot be used here.',
        '_pyodide': 'Pyodide itself cannot be used here.',
        '_pyodide_core': 'Pyodide itself cannot be used here.',
        'micropip': 'Nothing can be installed from here. Name the package in "packages" of the tool call.',
        'tkinter': 'There is no window here. Draw with matplotlib or PIL: pictures are shown.',
        'requests': 'There is no network here. Get the page with the tool fetch_page first, and read the file.',
    }

    class Closed(importlib.abc.MetaPathFinder):
        def find_spec(self, name, path=None, target=None):
            top = name.partition('.')[0]
            if top in closed:
                raise ModuleNotFoundError(f"No module named {name!r}. {closed[top]}", name=name)
            return None

    def no_input(prompt=''):
        raise EOFError('Nobody can type here. Ask the person with the tool ask_user.')

    def picture_of(image):
        if len(taken) >= limits['pictures']:
            return False
        buffer = io.BytesIO()
        image(buffer)
        data = buffer.getvalue()
        if len(data) > limits['picture_bytes']:
            print(f'A picture of {len(data)} bytes is too large to be shown. Save it smaller.')
            return False
        taken.append(True)
        picture(data)
        return True

    taken = []

    class figures:
        @staticmethod
        def take():
            pyplot = sys.modules.get('matplotlib.pyplot')
            if pyplot is None:
                return
            for number in pyplot.get_fignums():
                figure = pyplot.figure(number)
                if figure.get_axes() or getattr(figure, 'texts', None) or getattr(figure, 'images', None):
                    picture_of(lambda out: figure.savefig(out, format='png', bbox_inches='tight', facecolor='white'))
                pyplot.close(figure)

    # matplotlib asks a module of this name how to show
    def install_backend():
        from types import ModuleType
        backend = ModuleType('reflexor_figures')
        def __getattr__(name):
            from matplotlib.backends import backend_agg
            if name == 'FigureCanvas':
                return backend_agg.FigureCanvasAgg
            if name == 'FigureManager':
                from matplotlib.backend_bases import FigureManagerBase
                return FigureManagerBase
            raise AttributeError(name)
        backend.__getattr__ = __getattr__
        backend.show = lambda *args, **kwargs: figures.take()
        sys.modules['reflexor_figures'] = backend
        os.environ['MPLBACKEND'] = 'module://reflexor_figures'

    def install_viewer():
        # PIL's own way to show starts a program
        if 'PIL' not in sys.modules and importlib.util.find_spec('PIL') is None:
            return
        try:
            from PIL import ImageShow
        except Exception:
            return
        class Viewer(ImageShow.Viewer):
            def show(self, image, **options):
                return int(picture_of(lambda out: image.save(out, format='PNG')))
        ImageShow._viewers[:] = [Viewer()]

    def cell(value):
        text = str(value)
        return text if len(text) <= limits['cell'] else text[: limits['cell']] + '…'

    def table_of(value):
        kind = type(value)
        home = (kind.__module__ or '').partition('.')[0]
        if home not in ('pandas', 'polars') or kind.__name__ not in ('DataFrame', 'Series'):
            return None
        frame = value.to_frame() if kind.__name__ == 'Series' else value
        frame = frame.head(limits['rows'])
        columns = [cell(name) for name in list(frame.columns)[: limits['columns'] - 1]]
        if home == 'polars':
            rows = [[cell(item) for item in row[: limits['columns'] - 1]] for row in frame.rows()]
            return {'columns': columns, 'rows': rows}
        rows = [
            [cell(label), *(cell(item) for item in list(row)[: limits['columns'] - 1])]
            for label, row in zip(list(frame.index), frame.values.tolist())
        ]
        return {'columns': ['', *columns], 'rows': rows}

    def text_of(value):
        kind = type(value)
        if (kind.__module__ or '').partition('.')[0] == 'pandas' and hasattr(value, 'to_string'):
            text = value.to_string(max_rows=60)
            shape = getattr(value, 'shape', None)
            return f'{text}\\n{shape}' if shape is not None else text
        return repr(value)

    def shown(value):
        if value is None:
            return '', None
        if type(value).__module__.startswith('matplotlib.'):
            # what a plot returns; the figure itself is shown
            return '', None
        if type(value).__module__.startswith('PIL.') and hasattr(value, 'save'):
            if picture_of(lambda out: value.save(out, format='PNG')):
                return '', None
        png = getattr(value, '_repr_png_', None)
        if callable(png) and not isinstance(value, type):
            data = png()
            if data and picture_of(lambda out: out.write(data)):
                return '', None
        table = None
        try:
            table = table_of(value)
        except Exception:
            # shown as text alone
            pass
        return text_of(value), table

    def evaluate(code, names):
        tree = ast.parse(code, FILE)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        parts = [compile(tree, FILE, 'exec', flags=flags)]
        if last is not None:
            parts.append(compile(ast.Expression(last.value), FILE, 'eval', flags=flags))
        return parts

    def described(error):
        if isinstance(error, MemoryError):
            print('', end='')
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != FILE:
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and error.filename == FILE:
            lines = traceback.format_exception_only(type(error), error)
        else:
            lines = traceback.format_exception(type(error), error, trace, limit=-20)
        return ''.join(lines).rstrip()

    def prepare_program(how):
        # programs of a shell name the workspace as it does
        os.chdir(os.path.join(WORK, how['cwd']))
        sys.path[0] = os.path.join(WORK, how['path'])
        sys.argv[:] = how['argv']
        sys.stdin = io.TextIOWrapper(io.BytesIO(bytes(how['stdin'])), encoding='utf-8')
        sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding='utf-8', write_through=True)
        sys.stderr = io.StringIO()
        builtins.input = typed

    def end_program(code):
        if isinstance(code, str) or code is not None and not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
        errors = sys.stderr.getvalue() if isinstance(sys.stderr, io.StringIO) else ''
        try:
            data = sys.stdout.buffer.getvalue()
        except Exception:
            # the program has put another output in its place
            data = b''
        if len(data) > limits['stdout']:
            errors += f"The output has {len(data)} bytes; at most {limits['stdout']} leave. Write it to a file."
            data = data[: limits['stdout']]
            code = 1
        printed(data)
        return {'ok': True, 'value': '', 'table': None, 'exitCode': (code or 0) & 255, 'stderr': errors[: limits['stderr']]}

    async def run_program(code, how):
        nonlocal FILE
        FILE = how['file']
        prepare_program(how)
        linecache.cache[FILE] = (len(code), None, [line + '\\n' for line in code.split('\\n')], FILE)
        names = sys.modules['__main__'].__dict__
        names.update({'__name__': '__main__', '__file__': FILE})
        try:
            result = eval(compile(code, FILE, 'exec', flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
            if asyncio.iscoroutine(result):
                await result
            end = 0
        except SystemExit as stop:
            end = stop.code
        except BaseException as error:
            print(described(error), file=sys.stderr)
            end = 1
        figures.take()
        return end_program(end)

    async def run(code, program):
        if program:
            return json.dumps(await run_program(code, json.loads(program)))
        os.chdir(WORK)
        linecache.cache[FILE] = (len(code), None, [line + '\\n' for line in code.split('\\n')], FILE)
        names = sys.modules['__main__'].__dict__
        names.update({'__name__': '__main__', '__file__': FILE})
        try:
            value = None
            for part in evaluate(code, names):
                value = eval(part, names)
                if asyncio.iscoroutine(value) and part.co_flags & 0x80:
                    value = await value
            figures.take()
            text, table = shown(value)
            answer = {'ok': True, 'value': text, 'table': table}
        except SystemExit as end:
            figures.take()
            good = end.code in (None, 0)
            answer = {'ok': good, 'value': '' if good else f'SystemExit: {end.code}', 'table': None}
        except BaseException as error:
            answer = {'ok': False, 'value': described(error), 'table': None}
        answer['value'] = answer['value'][: limits['value']]
        sys.stdout.flush()
        sys.stderr.flush()
        return json.dumps(answer)

    def close():
        for name in list(sys.modules):
            if name.partition('.')[0] in ('js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core'):
                del sys.modules[name]
        sys.meta_path[:] = [Closed(), *(one for one in sys.meta_path if type(one).__name__ != 'JsFinder')]
        builtins.input = no_input
        sys.path.insert(0, WORK)
        install_backend()
        install_viewer()
        os.makedirs(WORK, exist_ok=True)
        os.symlink(WORK, '/workspace')

    close()
    return run
`
