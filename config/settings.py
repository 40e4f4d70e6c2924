"""The Django settings of every installation; what differs comes from the environment."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.api_tags import API_TAGS
from config.cache import make_cache_settings
from config.database import make_database_settings
from config.environment import BASE, read_environment
from jobs.broker import SCHEME
from observability.logs import configure_structlog, make_logging_settings

ENV = read_environment()
VAR: Path = ENV.var

DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key
ALLOWED_HOSTS = ENV.allowed_hosts
CSRF_TRUSTED_ORIGINS = ENV.trusted_origins

INSTALLED_APPS = [
    "accounts",
    "jobs",
    "live",
    "webhooks",
    "scoring",
    "tournaments",
    "wording",
    "printing",
    "api",
    "web",
    "config.apps.SupportAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "config.apps.ServedStaticFilesConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "corsheaders",
]

MIDDLEWARE = [
    "observability.requests.RequestIdMiddleware",
    # Above everything that may answer, so that a browser elsewhere can read every answer.
    "api.cors.CrossOriginMiddleware",
    # Before everything that costs time: an answer that is kept for everybody ends here.
    "web.kept_answers.KeptAnswersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Above the policies, which mean nothing to a script or a style sheet: with them, the forty
    # files of the pad would be a fifth larger on a slow network.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Exceptions of a view go up from the last one: refusals first, then lost connections.
    "database.middleware.LostConnectionMiddleware",
    "web.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database
DATABASES = {"default": make_database_settings(ENV)}
DATABASE_PREPARES = ENV.database_prepares
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Knox's own migrations would create a second table of tokens beside ours.
MIGRATION_MODULES = {"knox": None}

CACHES = make_cache_settings(ENV.cache_url if ENV.redis_url else None)

# Long work
REDIS_URL = ENV.redis_url
CELERY_TASK_IGNORE_RESULT = True
# Acknowledged after the task: Redis keeps the message of a worker that is killed.
CELERY_TASK_ACKS_LATE = True
# No request waits for an unavailable broker: its job is marked, and the reaper requeues it.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "jobs.beat.SteadyScheduler"
# Expired messages are dropped, so that a worker that was away does not run a task many times.
CELERY_BEAT_SCHEDULE = {
    "reap": {"task": "jobs.reap", "schedule": 5.0, "options": {"expires": 5.0}},
    "call": {"task": "tournaments.call", "schedule": 60.0, "options": {"expires": 60.0}},
    "anchor": {"task": "tournaments.anchor", "schedule": 60.0, "options": {"expires": 60.0}},
    # Wakes the sender for retries, and for messages whose own wake-up was lost.
    "webhooks": {"task": "webhooks.send", "schedule": 5.0, "options": {"expires": 5.0}},
    "webhooks-forget": {
        "task": "webhooks.forget",
        "schedule": 3600.0,
        "options": {"expires": 600.0},
    },
    "forget": {"task": "live.forget", "schedule": 3600.0, "options": {"expires": 600.0}},
    "forget_sessions": {
        "task": "accounts.forget",
        "schedule": 3600.0,
        "options": {"expires": 600.0},
    },
    "forget_answers": {"task": "api.forget", "schedule": 3600.0, "options": {"expires": 600.0}},
}
if ENV.redis_url:
    CELERY_BROKER_URL = ENV.redis_url
    # Short, because a request waits for it; a worker waits longer (config.celery).
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
    }
else:
    _BROKER = VAR / "broker"
    CELERY_BROKER_URL = f"{SCHEME}://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_BROKER / "queue"),
        "data_folder_out": str(_BROKER / "queue"),
        "processed_folder": str(_BROKER / "processed"),
        "store_processed": False,
        "control_folder": str(_BROKER / "control"),
        "polling_interval": 0.1,
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
JOB_SILENCE_SECONDS = 30

# The private key that signs anchors (docs/explanation/trust.md)
ANCHOR_KEY_FILE = ENV.anchor_key_file

# Webhooks over plain HTTP to this machine: for development and tests
WEBHOOKS_ALLOW_LOOPBACK = ENV.webhooks_allow_loopback

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "board:home"
ACCOUNT_ADAPTER = "web.adapters.ClosedAccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
# Wrong passwords for an account are counted for each address (web.adapters).
# Requests to reset a password are counted for each address only: a limit for each account would let
# anybody keep its owner from resetting it.
ACCOUNT_RATE_LIMITS = {"login_failed": "30/m/ip,5/5m/key", "reset_password": "5/m/ip"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
# Nobody can sign up, so an address without an account is not written to.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# An optional second step at the sign-in
MFA_ADAPTER = "accounts.second_factor.EncryptingAdapter"
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "La Bella"
# The clocks of phones and servers differ by a few seconds: the code before and after is accepted.
MFA_TOTP_TOLERANCE = 1
globals().update(ENV.email)
EMAIL_BACKEND = "accounts.mail.ReportingBackend"
MAIL_BACKEND: str = ENV.email["MAIL_BACKEND"]
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from

# Languages: Italian first
LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
LOCALE_PATHS = [BASE / "locale"]
USE_I18N = True
TIME_ZONE = "Europe/Rome"
USE_TZ = True

# Static files: vendored, served by the web process itself
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE / "static"]
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.HashedStaticFilesStorage"},
}

# Limits of uploads, checked before they are read
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["web.uploads.BoundedUploadHandler"]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# Safety
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
# The browser features that our pages use: the desk scans a QR code, a phone stays awake and copies
# a link.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "camera": ["self"],
    "clipboard-write": ["self"],
    "screen-wake-lock": ["self"],
    "display-capture": [],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if ENV.secure else None
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = ENV.secure
CSRF_COOKIE_SECURE = ENV.secure
SECURE_SSL_REDIRECT = ENV.secure
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.secure else None
TRUSTED_PROXIES = ENV.trusted_proxies
STREAMS_PER_ADDRESS = ENV.streams_per_address
SECURE_HSTS_SECONDS = 31536000 if ENV.secure else 0
# HSTS for subdomains and preloading: the club's other sites are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Browsers on other sites (api.cors): all may read, these may also write
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOWED_ORIGINS = ENV.cors_origins
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = (
    *("accept-language", "authorization", "content-type", "idempotency-key"),
    *("if-match", "if-none-match"),
)
CORS_EXPOSE_HEADERS = (
    *("ETag", "Location", "Link", "Retry-After", "X-Request-ID", "Idempotency-Replayed"),
    "Undo-Token",
    *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
)
CORS_PREFLIGHT_MAX_AGE = 86400

# The API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.ProgramAuthentication",
        "api.authentication.DeviceAuthentication",
        "api.authentication.PersonAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["api.authentication.ReadOnlyTokensRead"],
    "DEFAULT_RENDERER_CLASSES": ["api.rendering.OrjsonRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.negotiation.FormatNegotiation",
    "DEFAULT_PARSER_CLASSES": ["api.rendering.BoundedJSONParser"],
    "DEFAULT_FILTER_BACKENDS": [
        "api.filter_backend.StrictFilterBackend",
        "api.ordering.OrderingFilter",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["api.throttling.TokenRateThrottle"],
    "DEFAULT_PAGINATION_CLASS": "api.pagination.KeysetPagination",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.make_problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
API_RATES = {"read": ENV.api_reads_a_minute, "write": ENV.api_writes_a_minute}
REST_KNOX = {
    "TOKEN_TTL": None,
    "TOKEN_MODEL": "accounts.Token",
    "AUTH_HEADER_PREFIX": "Token",
}
KNOX_TOKEN_MODEL = "accounts.Token"  # noqa: S105  (a model's name)
SPECTACULAR_SETTINGS = {
    "TITLE": "La Bella",
    "DESCRIPTION": "Tournaments and score-keeping for Italian card clubs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "The installation that answers this document."}],
    "TAGS": [{"name": name, "description": text} for name, text in API_TAGS.items()],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "api.openapi.schema.add_refusals",
        "api.openapi.live_stream.add_live_stream",
        "api.openapi.introduction.add_introduction",
        "api.openapi.notation.add_documents",
        "api.openapi.parameters.describe_parameters",
        "api.openapi.examples.add_examples",
        "api.openapi.schema.remove_internal_marks",
    ],
    "PATH_CONVERTER_OVERRIDES": {
        "id": {"type": "integer", "minimum": 1, "maximum": 10**18 - 1},
        "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    },
}

# Logs and metrics: docs/reference/settings.md
configure_structlog()
LOGGING = make_logging_settings(as_json=ENV.log_format == "json", level=ENV.log_level)
LOG_REQUESTS = ENV.log_requests
METRICS_TOKEN = ENV.metrics_token
if METRICS_TOKEN:
    INSTALLED_APPS.append("django_prometheus")
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")
